import type { HostileParser } from './parser.ts';
import { parsersOfChannels } from './parsers-of-channels.ts';
import { parsersOfDefinitions } from './parsers-of-definitions.ts';
import { parsersOfEdge } from './parsers-of-edge.ts';
import { parsersOfMessages } from './parsers-of-messages.ts';
import { parsersOfRequests } from './parsers-of-requests.ts';
import { parsersOfSignIn } from './parsers-of-sign-in.ts';

/** Every parser of outside input. */
export const registry: HostileParser[] = [
  ...parsersOfRequests,
  ...parsersOfSignIn,
  ...parsersOfDefinitions,
  ...parsersOfChannels,
  ...parsersOfMessages,
  ...parsersOfEdge,
];
