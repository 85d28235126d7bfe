import type { ChildProcess } from 'node:child_process';

export function killTree(child: ChildProcess): void;
