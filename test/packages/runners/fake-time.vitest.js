// A setup file that loads the host first: all timers and clocks of the tests are fake.
import 'sim-host/testing';
import { vi } from 'vitest';

vi.useFakeTimers();
