import { type Kind as AnyKind, kinds as all } from '../../sandbox/src/index.ts';

/**
 * The kinds whose expected behaviour is written down in these suites, by hand from the documentation of the providers. Every kind
 * of the sandbox belongs here: `test:channels` fails for one that is missing.
 */
export const kinds = ['whatsapp', 'sms', 'email', 'instagram'] as const satisfies readonly AnyKind[];
export type Kind = (typeof kinds)[number];

export const kindsWithoutExpectations: AnyKind[] = all.filter((kind) => !(kinds as readonly AnyKind[]).includes(kind));
