import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventParser } from './event-parser.js';

const stream =
  ': hello\n\nevent: data\nid: 7:1\ndata: {"a":\ndata: "ü"}\n\ndata:x\r\nid\r\n\r\nid: 9\n\nretry: 5\rdata: end\r\rdata: unfinished';
const events = [
  ['{"a":\n"ü"}', '7:1'],
  ['x', ''],
  ['end', undefined],
];

test('an event stream in chunks of any size is parsed the same', () => {
  for (let size = 1; size <= stream.length; size++) {
    const found: unknown[] = [];
    const parser = new EventParser((data, id) => found.push([data, id]));
    for (let i = 0; i < stream.length; i += size) parser.feed(stream.slice(i, i + size));
    assert.deepEqual(found, events, `pieces of ${size}`);
  }
});
