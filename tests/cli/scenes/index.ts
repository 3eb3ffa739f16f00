import type { Scene } from '../scene.ts';
import { campaigning } from './campaigning.ts';
import { checking } from './checking.ts';
import { definitions } from './definitions.ts';
import { hooks } from './hooks.ts';
import { imports } from './imports.ts';
import { listeningScenes } from './listening.ts';
import { logins } from './logins.ts';
import { nothingLeaks, refusals } from './refusals.ts';
import { shells } from './shells.ts';
import { talking } from './talking.ts';

export const scenes: Scene[] = [
  ...logins,
  ...imports,
  ...listeningScenes,
  ...talking,
  ...definitions,
  ...campaigning,
  ...hooks,
  ...checking,
  ...refusals,
  ...shells,
  nothingLeaks,
];
