/** Returns the name of a variable for a column of a file: its letters and digits. Empty if there are none. */
export function variableName(column: string): string {
  const name = column
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^[^A-Za-z]+|_+$/g, '');
  return name.slice(0, 64);
}

/** Columns that are no field of contacts become variables of the message. */
export function withVariables(header: readonly string[], mapping: Record<string, string>): Record<string, string> {
  const rest = header.flatMap((column) => {
    const name = variableName(column);
    return column in mapping || !name ? [] : [[column, `variables.${name}`]];
  });
  return { ...mapping, ...Object.fromEntries(rest) };
}
