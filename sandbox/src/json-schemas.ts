export const text = { type: 'string', minLength: 1 };
export const url = { type: 'string', pattern: '^https?://' };
