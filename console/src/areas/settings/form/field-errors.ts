export type InvalidParams = Record<string, { key: string; message: string }>;
export type FieldError = { key: string; message: string };
export type FormErrors = {
  /** The first error of each field of the form. */
  fields: Record<string, FieldError>;
  /** Errors of parameters that the form does not show, with their paths. */
  others: (FieldError & { path: string })[];
};

export const NO_ERRORS: FormErrors = { fields: {}, others: [] };

/**
 * Assigns the invalid parameters of a refused request to the fields of a form. A field takes errors of its own path and of everything
 * below it: `options.2` belongs to the field `options`. The longest path wins, so `header.text` goes to `header.text` before `header`.
 */
export function toFormErrors(invalidParams: InvalidParams, names: readonly string[]): FormErrors {
  const errors: FormErrors = { fields: {}, others: [] };
  const byLength = names.toSorted((a, b) => b.length - a.length);
  for (const [path, { key, message }] of Object.entries(invalidParams)) {
    const name = byLength.find((name) => path === name || path.startsWith(`${name}.`));
    if (name === undefined) errors.others.push({ path, key, message });
    else errors.fields[name] ??= { key, message: withPosition(path.slice(name.length + 1), message) };
  }
  return errors;
}

/** Names the entry of a list: `options.2` is the third option. */
function withPosition(rest: string, message: string): string {
  const index = /^(\d+)(\.|$)/.exec(rest)?.[1];
  return index === undefined ? message : `${Number(index) + 1}: ${message}`;
}

/** Returns the errors without those of one field: it is being corrected. */
export function withoutField(errors: FormErrors, name: string): FormErrors {
  if (!(name in errors.fields)) return errors;
  const { [name]: _corrected, ...fields } = errors.fields;
  return { ...errors, fields };
}

export const hasErrors = ({ fields, others }: FormErrors): boolean => Object.keys(fields).length > 0 || others.length > 0;
