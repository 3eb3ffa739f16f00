import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = (name: string): string => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
const source = (name: string): string => fileURLToPath(new URL(`../${name}.ts`, import.meta.url));

/**
 * `.ci/run` and `npm run nightly` set TEST_PROGRAMS=build: suites then start what an installation starts (scripts/build.ts). A copy of the
 * source with planted bugs has no build, so its programs are its sources.
 */
export const hasBuild = process.env.TEST_PROGRAMS === 'build' && existsSync(built('main'));

/** Returns the path of a program of the server. */
export const program = (name: 'main' | 'admin'): string => (hasBuild ? built(name) : source(name));
