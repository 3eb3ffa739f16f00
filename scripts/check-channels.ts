import { globSync, readFileSync } from 'node:fs';
import { kinds } from '../sandbox/src/channels.ts';
import { channelTypes } from '../server/src/registry/channels.ts';
import { findKindLists } from './channel-lists.ts';

/**
 * Fails when the source names two or more channel kinds together: such a list has to change with every new channel, and nothing
 * says so. What differs between channels belongs in their definitions.
 */
const root = new URL('../', import.meta.url).pathname;
const FIXTURE = 'tests/fixtures/channel-lists.ts';
const FIXTURE_LISTS = 7;

const isSource = (file: string): boolean => !/\.test(-kit)?\.ts$|\/test-kit\//.test(file);
const listsIn = (file: string) => findKindLists(readFileSync(root + file, 'utf8'), channelTypes);

const files = globSync(['server/src/**/*.ts', 'sandbox/src/**/*.ts'], { cwd: root }).filter(isSource);
const lists = files.flatMap((file) => listsIn(file).map((list) => ({ file, ...list })));
for (const { file, line, text } of lists) console.error(`${file}:${line} is a second list of channel kinds: ${text}`);

const isSame = channelTypes.toSorted().join() === kinds.toSorted().join();
if (!isSame) console.error(`the server has ${channelTypes.join(', ')}; the sandbox has ${kinds.join(', ')}`);

const caught = listsIn(FIXTURE).length;
if (caught !== FIXTURE_LISTS) console.error(`${FIXTURE} has ${FIXTURE_LISTS} lists, and the check found ${caught}`);
console.log(
  `channels=${channelTypes.length} files=${files.length} lists=${lists.length} fixtureCaught=${caught}/${FIXTURE_LISTS}`,
);
process.exit(lists.length === 0 && isSame && caught === FIXTURE_LISTS && files.length > 100 ? 0 : 1);
