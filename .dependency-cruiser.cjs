/** Imports point one way: docs/architecture.md draws the picture that these rules hold. */
const service = '^src/service/';
const siblings =
  '(authorization|state|files|prompts|notifications|assets|quit|performance|localization|events|http|handlers|plain)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'wire-stands-alone',
      comment: 'What both ends of the wire share runs in browsers, and imports nothing else.',
      severity: 'error',
      from: { path: '^src/wire/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^src/wire/' },
    },
    {
      name: 'service-knows-no-host',
      comment: 'The service is a library: nothing in it reaches the simulated host.',
      severity: 'error',
      from: { path: service },
      to: { path: '^src/sim-host/' },
    },
    {
      name: 'nobody-knows-relays',
      comment: 'A relay is made of parts of the service; the command line starts it.',
      severity: 'error',
      from: { path: '^src/(service|sim-host|client)/', pathNot: '^src/sim-host/cli/|[.]test[.]ts$' },
      to: { path: '^src/relay/' },
    },
    {
      name: 'relays-know-no-host',
      severity: 'error',
      from: { path: '^src/relay/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/(sim-host|client)/' },
    },
    {
      name: 'nats-when-asked-for',
      comment: 'Of the service nobody loads NATS; nats-publishing.ts does, when a service is published.',
      severity: 'error',
      from: { path: service, pathNot: `${service}(nats/|nats-publishing[.]ts$)|[.]test[.]ts$` },
      to: { path: `${service}nats/`, pathNot: 'options[.]ts$' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client runs in browsers, and knows the wire alone.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: '[.]test[.]ts$|^src/client/test/' },
      to: { pathNot: '^src/(client|wire)/' },
    },
    {
      name: 'panel-knows-the-client-alone',
      comment: 'The page speaks to a host over the wire, by the client and nothing of its own.',
      severity: 'error',
      from: { path: '^src/panel/' },
      to: { path: '^src/(?!panel/|client/|wire/)' },
    },
    {
      name: 'nobody-knows-the-panel',
      severity: 'error',
      from: { path: '^src/(service|sim-host|client)/' },
      to: { path: '^src/panel/' },
    },
    {
      name: 'nobody-knows-the-client',
      comment: 'Of sim-host only the command line uses it.',
      severity: 'error',
      from: { path: '^src/(service|sim-host)/', pathNot: '^src/sim-host/cli/' },
      to: { path: '^src/client/' },
    },
    {
      name: 'object-model-stands-alone',
      comment: 'The rooms of the object model import none of their siblings.',
      severity: 'error',
      from: { path: `${service}(classes|types|objects|members)/` },
      to: { path: service + siblings },
    },
    {
      name: 'declared-before-linked',
      comment: 'What is declared knows nothing of how it is linked, registered, read and written.',
      severity: 'error',
      from: { path: `${service}classes/`, pathNot: '[.]test[.]ts$' },
      to: { path: `${service}(types|objects|members)/(?!values/)` },
    },
    {
      name: 'types-before-objects',
      comment: 'classes ◄ types ◄ objects ◄ members ◄ state.',
      severity: 'error',
      from: { path: `${service}types/`, pathNot: '[.]test[.]ts$' },
      to: { path: `${service}(objects|members)/` },
    },
    {
      name: 'objects-before-members',
      comment: 'classes ◄ types ◄ objects ◄ members ◄ state.',
      severity: 'error',
      from: { path: `${service}objects/`, pathNot: '[.]test[.]ts$' },
      to: { path: `${service}members/` },
    },
    {
      name: 'below-the-model',
      comment: 'The model is wired of these rooms, and none of them knows it.',
      severity: 'error',
      from: {
        path: `${service}(classes|types|objects|members|state|assets|events|http|localization|notifications|prompts|quit)/`,
        pathNot: '[.]test[.]ts$',
      },
      to: { path: `${service}(model/|(wiring|service)[.]ts$)` },
    },
    {
      name: 'http-knows-no-handler',
      severity: 'error',
      from: { path: `${service}(http|events|state|files|prompts|notifications|assets|localization)/` },
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
      name: 'tests-know-no-insides',
      comment: 'Tests that are not beside the code use the public entries of the service alone.',
      severity: 'error',
      from: { path: '^(test/(?!support/)|bench/|conformance/|features/)' },
      to: { path: '^(src|dist)/service/(?!index[.](ts|js)$)' },
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
    doNotFollow: { path: 'node_modules|^dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs'] },
  },
};
