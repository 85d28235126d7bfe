import { type ControlContext, command } from '../command.js';
import { boolean, either, integer, members, numberAbove, numberFrom, optional } from '../command-body.js';

const maxMilliseconds = 600_000;
const maxSeconds = 3600;
const maxRequests = 1_000_000;

/** The simulated network between the service and apps; it does not affect the control channel. */
export const networkCommands = ({ network }: ControlContext) =>
  [
    command(
      'network',
      {
        latency: optional(numberFrom(0, maxMilliseconds), 0),
        jitter: optional(numberFrom(0, maxMilliseconds), 0),
        dropStreams: optional(boolean(), false),
        refuse: optional(either(boolean(), numberAbove(0, maxMilliseconds)), false),
        failures: optional(either(numberFrom(0, 1), members({ next: integer(1, maxRequests) })), 0),
        seconds: optional(numberAbove(0, maxSeconds)),
      },
      ({ dropStreams, ...settings }) => {
        network.set(settings);
        // Streams are dropped last, so that apps that reconnect immediately get the new settings.
        const droppedStreams = dropStreams ? network.dropStreams() : 0;
        return { ...network.present, droppedStreams };
      },
    ),
  ] as const;
