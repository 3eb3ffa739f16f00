#!/usr/bin/env node
// Plain JavaScript, so that an old Node can still say what is wrong.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(`patchbay: this is Node ${process.versions.node}; patchbay needs Node 24 or newer.\n`);
  process.exit(2);
}
await import('../src/main.ts');
