// Preloaded into a sim-host: switches one fault on. It is inert in every other process.
const name = process.env.SIM_HOST_FAULT;
if (
  name !== undefined &&
  /(sim-host\.mjs|many-hosts\.js)$/.test(process.argv[1] ?? '') &&
  process.argv[2] !== 'conformance'
) {
  const { faults } = await import('./faults.mjs');
  faults[name][1]();
}
