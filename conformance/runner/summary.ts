import type { Results } from './verdicts.js';

/** One line for a README or the end of a run. */
export function summaryLine({ summary, seconds, died }: Results): string {
  const { holds, fails, partly, scenarios } = summary;
  const rules = [
    `${holds} rules hold`,
    `${fails} fail`,
    ...(partly > 0 ? [`${partly} in part`] : []),
    `${summary['not-applicable']} not applicable`,
    `${summary['not-tested']} not tested`,
    ...(died === undefined ? [] : ['the host has died']),
  ];
  return (
    `${rules.join(', ')}; ${scenarios.passed} scenarios passed, ${scenarios.failed} failed, ` +
    `${scenarios.skipped} skipped in ${Math.round(seconds)} s`
  );
}

/** The share of applicable rules that pass, for the head of the report. */
export function verdictText({ summary, died }: Results): { readonly text: string; readonly isGood: boolean } {
  const { holds, fails, partly } = summary;
  if (died !== undefined) return { text: 'the host died', isGood: false };
  if (fails > 0) return { text: `${fails} of ${holds + fails + partly} rules fail`, isGood: false };
  return { text: `${holds} rules hold${partly > 0 ? `, ${partly} in part` : ''}`, isGood: true };
}
