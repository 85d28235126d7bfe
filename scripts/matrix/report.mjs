// The final table, also as JSON.

/** Steps in the order of the table. */
export const steps = ['install', 'start', 'tools', 'unit tests', 'features'];

/**
 * @typedef {object} Result
 * @property {string} leg a row of the table, for example `Node.js 24.1.0, glibc 2.41, uWebSockets.js`
 * @property {string} step
 * @property {'ok' | 'FAILED' | 'left out'} verdict
 * @property {number} seconds
 * @property {number} [passed]
 * @property {number} [failed]
 * @property {string} [note]
 */

/** @param {Result[]} results */
export function table(results) {
  const legs = [...new Set(results.map(({ leg }) => leg))];
  const rows = [
    ['', ...steps],
    ...legs.map((leg) => [leg, ...steps.map((step) => cell(results, leg, step))]),
  ];
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows
    .map((row) =>
      row
        .map((text, i) => text.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(results, leg, step) {
  const result = results.find((each) => each.leg === leg && each.step === step);
  if (result === undefined) return '-';
  const { verdict, seconds, passed, failed } = result;
  if (verdict === 'left out') return verdict;
  const count = passed === undefined ? '' : ` ${passed}/${passed + failed}`;
  return `${verdict}${count} ${seconds.toFixed(0)} s`;
}

/** Counts the tests of all legs, and each other step as one. @param {Result[]} results */
export function count(results) {
  let passed = 0;
  let failed = 0;
  for (const result of results) {
    if (result.verdict === 'left out') continue;
    const isOk = result.verdict === 'ok';
    passed += result.passed ?? (isOk ? 1 : 0);
    failed += isOk ? 0 : Math.max(result.failed ?? 0, 1);
  }
  return { passed, failed };
}
