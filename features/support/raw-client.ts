import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addressOf } from '../../conformance/client/index.js';

/** A raw connection and the data it has received. */
export interface RawClient {
  readonly socket: Socket;
  /** Resets the connection (RST), also with TLS. */
  reset(): void;
  text: string;
  isClosed: boolean;
}

export async function openRawClient(url: string): Promise<RawClient> {
  const { isTls, host, port } = addressOf(url);
  const connection = connect(port, host);
  const socket = isTls ? connectTls({ socket: connection, rejectUnauthorized: false }) : connection;
  const client: RawClient = { socket, text: '', isClosed: false, reset: () => connection.resetAndDestroy() };
  connection.on('error', () => {});
  socket.on('error', () => {});
  socket.on('data', (data) => (client.text += data.toString('latin1')));
  socket.on('close', () => (client.isClosed = true));
  await once(socket, isTls ? 'secureConnect' : 'connect');
  return client;
}

/** The statuses of the received answers; 100 is not one. */
export function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, status]) => Number(status));
}

/** Waits for a number of answers or the end of the connection; the limit is that of a step. */
export function answered(client: RawClient, answers = 1): Promise<void> {
  const { socket } = client;
  return new Promise((resolve) => {
    const look = () => {
      if (!client.isClosed && statuses(client.text).length < answers) return;
      socket.off('data', look).off('close', look);
      resolve();
    };
    socket.on('data', look).on('close', look);
    look();
  });
}

/** The data of the complete chunks of the first answer. */
export function wholeChunks(received: string): string {
  let text = '';
  let rest = received.slice(received.indexOf('\r\n\r\n') + 4);
  for (;;) {
    const [head, hex] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? [];
    const end = head === undefined ? 0 : head.length + Number.parseInt(hex!, 16);
    if (head === undefined || rest.slice(end, end + 2) !== '\r\n') return text;
    text += rest.slice(head.length, end);
    rest = rest.slice(end + 2);
  }
}
