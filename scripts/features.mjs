// `npm run features [-- options of Cucumber]`: reports once, in one line, if no host can be started.
import { requireStart } from '../conformance/client/index.ts';

/** Options with which Cucumber starts no host. */
const withoutHost = /^(-d|--dry-run|-h|--help|-v|--version|--i18n-\w+|--world-parameters.*)$/;

if (!process.argv.slice(2).some((word) => withoutHost.test(word))) {
  try {
    await requireStart();
  } catch (error) {
    console.error(`features: no host starts here, so none was tested: ${error.message}`);
    process.exit(2);
  }
}
await import('../node_modules/@cucumber/cucumber/bin/cucumber.js');
