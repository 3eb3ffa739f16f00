import type { InvalidParamKey } from '../../../platform/errors.ts';
import { placeholderError } from '../../../platform/render-text.ts';
import { checkCondition } from '../../../platform/search/evaluate-filter.ts';
import { scopeRoots } from '../execution/state.ts';

/** Reports an error at a path. The first error of a path is kept. */
export type Report = (path: string, key: InvalidParamKey, message: string) => void;

export function reportCondition(report: Report, path: string, condition: string): void {
  const error = checkCondition(condition, scopeRoots);
  if (error) report(path, 'custom', error);
}

/** Reports the invalid placeholders of every value that is a text. */
export function reportTexts(
  report: Report,
  path: string,
  values: Record<string, unknown>,
  roots: readonly string[] = scopeRoots,
): void {
  for (const [name, value] of Object.entries(values)) {
    const error = typeof value === 'string' ? placeholderError(value, roots) : undefined;
    if (error) report(path ? `${path}.${name}` : name, 'custom', error);
  }
}
