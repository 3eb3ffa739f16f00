import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Request } from './requests.ts';

const execute = promisify(execFile);

/** How a program starts: it gets secret, id, timestamp and signatures as arguments, the body as its input. */
type Start = [program: string, ...args: string[]];

export type Language = {
  label: string;
  fence: string;
  /** Writes the snippet and a few lines that call it. */
  prepare(folder: string, snippet: string): Promise<Start>;
};

const script = (program: string, name: string, call: string) => async (folder: string, snippet: string) => {
  const path = join(folder, name);
  await writeFile(path, `${snippet}\n\n${call}\n`);
  return [program, path] satisfies Start;
};

const NODE_CALL = `
const [secret, id, timestamp, signatures] = process.argv.slice(2);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
console.log(verify(secret, id, timestamp, signatures, Buffer.concat(chunks)));`;

const PYTHON_CALL = `
import sys
print(str(verify(*sys.argv[1:5], sys.stdin.buffer.read())).lower())`;

const GO_CALL = `package main

import (
	"example.test/snippet/webhooks"
	"fmt"
	"io"
	"os"
)

func main() {
	body, _ := io.ReadAll(os.Stdin)
	fmt.Println(webhooks.Verify(os.Args[1], os.Args[2], os.Args[3], os.Args[4], body))
}
`;

async function prepareGo(folder: string, snippet: string): Promise<Start> {
  await mkdir(join(folder, 'webhooks'));
  await writeFile(join(folder, 'go.mod'), 'module example.test/snippet\n\ngo 1.19\n');
  await writeFile(join(folder, 'main.go'), GO_CALL);
  await writeFile(join(folder, 'webhooks', 'verify.go'), `${snippet}\n`);
  await execute('go', ['build', '-o', 'verify', '.'], { cwd: folder });
  return [join(folder, 'verify')];
}

const RUBY_CALL = 'puts verify(*ARGV[0, 4], $stdin.binmode.read)';
const PHP_CALL = "echo verify($argv[1], $argv[2], $argv[3], $argv[4], file_get_contents('php://stdin')) ? 'true' : 'false';";

export const languages: Language[] = [
  { label: 'Node', fence: 'js', prepare: script(process.execPath, 'verify.mjs', NODE_CALL) },
  { label: 'Python', fence: 'python', prepare: script('python3', 'verify.py', PYTHON_CALL) },
  { label: 'Go', fence: 'go', prepare: prepareGo },
  { label: 'Ruby', fence: 'ruby', prepare: script('ruby', 'verify.rb', RUBY_CALL) },
  { label: 'PHP', fence: 'php', prepare: script('php', 'verify.php', PHP_CALL) },
];

/** What the program says of a request: `true`, `false`, or what went wrong. */
export function run([program, ...args]: Start, request: Request): Promise<string> {
  const { secret, id, timestamp, signatures, body } = request;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, secret, id, timestamp, signatures]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.on('error', (error) => resolve(error.message));
    child.on('close', () => resolve(said.trim()));
    child.stdin.on('error', () => undefined); // a program may answer without reading the body
    child.stdin.end(body);
  });
}
