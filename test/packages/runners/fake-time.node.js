// Preloaded after the host: all timers and clocks of the tests are fake.
import 'sim-host/testing';
import { mock } from 'node:test';

mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] });
