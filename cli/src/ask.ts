import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Io } from './io.ts';

/** Asks on the terminal. Returns undefined if there is no terminal. */
export async function askOpenly({ stdin, stderr, signal }: Io, question: string): Promise<string | undefined> {
  if (!stdin.isTTY) return undefined;
  const lines = createInterface({ input: stdin, output: writableTo(stderr.write), terminal: false });
  try {
    stderr.write(question);
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve(''))); // Ctrl-D is no answer
    return await Promise.race([lines.question('', { signal }), closed]);
  } finally {
    lines.close();
  }
}

/** Asks for a secret without echo. Echo is off before the question is printed. */
export async function askSecretly({ stdin, stderr, signal, interrupt }: Io, question: string): Promise<string> {
  stdin.setRawMode?.(true);
  try {
    stderr.write(question);
    return await readSilently(stdin, signal, interrupt);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACES = ['\b', '\u007f'];

/** In raw mode Ctrl-C is a character like any other, and so is the key that deletes. */
async function readSilently(stdin: Io['stdin'], signal: AbortSignal, interrupt: () => void): Promise<string> {
  let typed = '';
  stdin.resume();
  for await (const chunk of stdin) {
    for (const character of chunk.toString()) {
      if (character === CTRL_C) interrupt();
      signal.throwIfAborted();
      if (character === '\r' || character === '\n' || character === CTRL_D) return typed;
      typed = BACKSPACES.includes(character) ? typed.slice(0, -1) : typed + character;
    }
  }
  return typed;
}

export async function readAll(stdin: Io['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

const writableTo = (write: (text: string) => unknown): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(chunk.toString());
      done();
    },
  });
