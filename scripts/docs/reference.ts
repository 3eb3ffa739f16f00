import { examplesOf } from './examples.ts';
import { type Document, type Media, type Operation, operationsOf } from './openapi.ts';
import { type Field, fieldsOf, type Schema, typeOf } from './schema.ts';

export type MadePage = { file: string; source: string };

const FOLDER = 'docs/reference/api';

/** The reference as Markdown pages: one per tag, one of all schemas, and the list of operations. */
export function referencePages(document: Document): MadePage[] {
  const operations = operationsOf(document);
  const tags = document.tags.map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags[0] === tag.name) }));
  const shown = tags.filter(({ operations }) => operations.length > 0);
  return [
    { file: `${FOLDER}/README.md`, source: overview(shown, operations.length) },
    ...shown.map((tag) => ({ file: fileOf(tag.name), source: tagPage(tag) })),
    { file: `${FOLDER}/schemas.md`, source: schemasPage(document.components.schemas) },
  ];
}

export const fileOf = (tag: string): string => `${FOLDER}/${tag.toLowerCase().replaceAll(' ', '-')}.md`;

/** `sendMessage` becomes `Send message`, and its anchor `send-message`. */
export const titleOf = ({ operationId }: Pick<Operation, 'operationId'>): string => {
  const words = operationId.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.replace(/^v2/, 'V2:').replace(/^[a-z]/, (first) => first.toUpperCase());
};

type Tag = { name: string; description: string; operations: Operation[] };

function overview(tags: Tag[], count: number): string {
  const lines = tags.map(({ name, description, operations }) => {
    const page = fileOf(name).split('/').at(-1);
    const rows = operations.map(
      (one) => `| [${titleOf(one)}](${page}#${anchorOf(one)}) | \`${one.method} ${one.path}\` | ${cell(one.summary)} |`,
    );
    return `## ${name}\n\n${description}\n\n| Operation | Call | Does |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# API reference

All ${count} operations, made from the [OpenAPI document](../openapi.json), which is made from the routes. A running server shows the same
document at \`/reference\`. Every call carries \`Authorization: Bearer <token>\` ([tokens](../../guides/tokens.md)); every answer is JSON
with \`success\` ([errors](../errors.md)); lists are [searches](../../guides/search.md); POST and PUT take an
[Idempotency-Key](../../guides/idempotency.md). In the examples, \`$API\` is the address of the service, \`$TOKEN\` your token, and \`patchbay\`
a client of [the SDK](../../guides/sdk.md).

${lines.join('\n')}`;
}

export const anchorOf = (operation: Operation): string =>
  titleOf(operation).toLowerCase().replaceAll(':', '').replaceAll(' ', '-');

const tagPage = ({ name, description, operations }: Tag): string =>
  `# ${name}\n\n${description}\n\n${operations.map(operationSection).join('\n')}`;

function operationSection(operation: Operation): string {
  const { method, path, summary, description } = operation;
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  return `## ${titleOf(operation)}

**\`${method} ${path}\`** · operation id \`${operation.operationId}\`

${summary}. ${description}

${parameters(operation)}${body ? bodyPart(...body) : ''}${examplesOf(operation)}
${answers(operation)}`;
}

function parameters({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    (one) =>
      `| \`${one.name}\` | ${one.in} | ${cell(typeOf(one.schema))} | ${one.required ? 'yes' : ''} | ${cell(one.description ?? '')} |`,
  );
  return `| Parameter | In | Type | Required | |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n\n`;
}

function bodyPart(type: string, { schema }: Media): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (!choices) return `The body, \`${type}\`:\n\n${fieldTable(schema)}\n`;
  const parts = choices.map((choice, index) => `**Form ${index + 1}**${formName(choice)}\n\n${fieldTable(choice)}`);
  return `The body, \`${type}\`, in one of ${choices.length} forms:\n\n${parts.join('\n')}\n`;
}

const formName = ({ properties }: Schema): string => (properties?.type ? `: \`type\` is ${typeOf(properties.type)}` : '');

function fieldTable(schema: Schema): string {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return `${typeOf(schema)}\n`;
  return `| Field | Type | Required | |\n| --- | --- | --- | --- |\n${fields.map(fieldRow).join('\n')}\n`;
}

const fieldRow = ({ path, type, isRequired, note }: Field): string =>
  `| \`${path}\` | ${cell(type)} | ${isRequired ? 'yes' : ''} | ${cell(note)} |`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function answers({ responses }: Operation): string {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const bad = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const rows = bad.flatMap(([status, { description }]) =>
    description.split('\n\n').map((one) => {
      const [, key, text] = /^`(\w+)`: (.*)$/s.exec(one) ?? [];
      return key
        ? `| ${status} | [\`${key}\`](../errors.md#messagekey) | ${cell(text ?? '')} |`
        : `| ${status} | | ${cell(one)} |`;
    }),
  );
  return `${good.map(goodAnswer).join('\n')}\n| Status | messageKey | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function goodAnswer([status, { description, content = {} }]: [string, Operation['responses'][string]]): string {
  const [type, media] = Object.entries(content)[0] ?? [];
  if (media?.example === undefined) return `Answer ${status}${type ? `, \`${type}\`` : ''}: ${description}\n`;
  return `Answer ${status}:\n\n\`\`\`json\n${JSON.stringify(media.example, null, 2)}\n\`\`\`\n`;
}

const schemasPage = (schemas: Record<string, Schema>): string =>
  `# Schemas\n\nWhat the operations take and give, by name.\n\n${Object.entries(schemas)
    .map(
      ([name, schema]) =>
        `## ${name}\n\n${schema.properties ? fieldTable(schema).replaceAll('(schemas.md#', '(#') : described(schema)}`,
    )
    .join('\n')}`;

const described = (schema: Schema): string => `${typeOf(schema).replaceAll('(schemas.md#', '(#')}\n`;
