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

/** What a badge says: how many of the rules that apply hold. */
export function badgeText({ summary, died }: Results): { readonly text: string; readonly isGood: boolean } {
  const { holds, fails, partly } = summary;
  if (died !== undefined) return { text: 'the host died', isGood: false };
  if (fails > 0) return { text: `${fails} of ${holds + fails + partly} rules fail`, isGood: false };
  return { text: `${holds} rules hold${partly > 0 ? `, ${partly} in part` : ''}`, isGood: true };
}

/** A badge of two fields, as READMEs show them; the widths are those of Verdana, roughly. */
export function badge(results: Results): string {
  const { text, isGood } = badgeText(results);
  const label = 'conformance';
  const widthOf = (words: string) => Math.round(words.length * 6.6) + 12;
  const left = widthOf(label);
  const right = widthOf(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${text}">
<title>${label}: ${text}</title>
<clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${isGood ? '#1a7f37' : '#c5221f'}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle"><text x="${left / 2}" y="14">${label}</text><text x="${left + right / 2}" y="14">${text}</text></g>
</svg>
`;
}
