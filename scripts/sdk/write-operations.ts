import type { Operation } from './document.ts';
import { methodPath } from './names.ts';

/** Writes the method and the path of every operation, for tools that show a request as code. */
export function writeOperations(operations: Operation[]): string {
  const rows = operations.map((operation) => {
    const { isV2, resource, method } = methodPath(operation);
    return `${operation.id}: ['${isV2 ? 'v2.' : ''}${resource}.${method}', '${operation.path}'],`;
  });
  return `
    /** Every operation by its id: the method of the client, and the path with its parameters in braces. */
    export const operations: Record<string, readonly [method: string, path: string]> = {
      ${rows.join('\n')}
    };`;
}
