/** Imports point one way: docs/architecture.md draws the picture that these rules hold. */
const service = '^src/service/';
const siblings =
  '(state|persistence|prompts|notifications|assets|quit|performance|localization|events|http|handlers|plain)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'service-knows-no-host',
      comment: 'The service is a library: nothing in it reaches the simulated host.',
      severity: 'error',
      from: { path: service },
      to: { path: '^src/sim-host/' },
    },
    {
      name: 'exposed-stands-alone',
      comment: 'The object model imports none of its siblings.',
      severity: 'error',
      from: { path: `${service}exposed/` },
      to: { path: service + siblings },
    },
    {
      name: 'http-knows-no-handler',
      severity: 'error',
      from: { path: `${service}(http|events|state|persistence|prompts|notifications|assets|localization)/` },
      to: { path: `${service}handlers/` },
    },
    {
      name: 'over-the-wire-only',
      comment: 'Features, conformance and benchmarks speak to a host over the wire and share one client.',
      severity: 'error',
      from: { path: '^(features|conformance|bench)/' },
      to: { path: '^src/' },
    },
    {
      name: 'one-client',
      severity: 'error',
      from: { path: '^(features|bench)/' },
      to: { path: '^conformance/', pathNot: '^conformance/client/' },
    },
  ],
  options: {
    // What is built of the suite and the benchmarks.
    exclude: { path: '^(conformance|bench)/dist/' },
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs'] },
  },
};
