import { routeKey } from '../../server/src/edge/route-key.ts';
import { counted, nested, run, within } from './generators.ts';
import { type HostileParser, parser } from './parser.ts';

const HEADER_BYTES = 16_384;
const encoded = (claims: string): string => `Bearer e30.${Buffer.from(claims).toString('base64url')}.AA`;

/** The edge reads requests before any cell has checked them. */
export const parsersOfEdge: HostileParser[] = [
  parser({
    name: 'edge-request',
    files: ['edge/route-key.ts'],
    limitBytes: HEADER_BYTES,
    runs: 'event loop',
    generators: {
      'spaces before a token': within('Bearer ', run(' ')),
      'dots of a token': within('Bearer ', run('.')),
      'nesting in the claims': (bytes) => encoded(nested('[', ']')(bytes / 2)),
      'many cookies': counted((i) => `c${i}=x`, '; '),
      'the same cookie': run('__Host-patchbay_session=a; '),
      'spaces between cookies': run(';   '),
      'a long id of a file': within('/f/', run('A')),
      'the start of an id': within('/inbound/', run('0000-')),
    },
    parse: (text: string) => [
      routeKey({ url: text }),
      routeKey({ url: '/', authorization: text }),
      routeKey({ url: '/', cookie: text }),
    ],
  }),
];
