import { type ControlContext, command } from '../command.js';
import { boolean, either, integer, members, numberAbove, numberFrom, optional } from '../shape.js';

const maxMilliseconds = 600_000;
const maxSeconds = 3600;
const maxRequests = 1_000_000;

/** The network between the service and the apps. The control channel has none. */
export const weatherCommands = ({ weather }: ControlContext) =>
  [
    command(
      'weather',
      {
        latency: optional(numberFrom(0, maxMilliseconds), 0),
        jitter: optional(numberFrom(0, maxMilliseconds), 0),
        dropStreams: optional(boolean(), false),
        refuse: optional(either(boolean(), numberAbove(0, maxMilliseconds)), false),
        failures: optional(either(numberFrom(0, 1), members({ next: integer(1, maxRequests) })), 0),
        seconds: optional(numberAbove(0, maxSeconds)),
      },
      ({ dropStreams, ...report }) => {
        weather.set(report);
        // Last, so that an app that comes back at once meets the new weather.
        const droppedStreams = dropStreams ? weather.dropStreams() : 0;
        return { ...weather.present, droppedStreams };
      },
    ),
  ] as const;
