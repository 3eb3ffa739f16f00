import { hasPlaceholder, renderText } from '../../../platform/render-text.ts';
import type { Scope } from '../execution/state.ts';

/** Renders a value that may be a text with placeholders. Other values stay as they are. */
export const renderScalar = <T>(value: T, scope: Scope): T | string =>
  typeof value === 'string' && hasPlaceholder(value) ? renderText(value, scope) : value;

export const mapValues = <From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
