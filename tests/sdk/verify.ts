import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Document, operationsOf } from '../../scripts/sdk/document.ts';
import type { listenToLog } from './answered.ts';
import type { Outcome } from './perform.ts';

export type Verdict = { called: number; faults: string[] };

/**
 * A call counts if the server's log has this operation with the client's request id, and if the result of the client matches the OpenAPI
 * document.
 */
export async function verify(
  document: Document,
  log: ReturnType<typeof listenToLog>,
  tenantId: string,
  outcomes: Outcome[],
): Promise<Verdict> {
  const validate = validator(document, tenantId);
  const called = new Set<string>();
  const faults: string[] = [];
  for (const { operationId, value, requestId, fault } of outcomes) {
    const wrong = fault ?? (await notAnswered(log, operationId, requestId)) ?? validate(operationId, value);
    if (wrong) faults.push(`${operationId}: ${wrong}`);
    else called.add(operationId);
  }
  return { called: called.size, faults };
}

/** A stream closed by the client is not in the log: its events are the evidence. */
async function notAnswered(
  log: ReturnType<typeof listenToLog>,
  operationId: string,
  requestId: string | undefined,
): Promise<string | undefined> {
  if (operationId === 'followEvents') return undefined;
  const answered = await log.of(requestId);
  if (!answered) return `the server has no answer under ${requestId}`;
  if (answered.operation !== operationId) return `the server answered ${answered.operation}`;
  return answered.status < 300 ? undefined : `the server answered ${answered.status}`;
}

function validator(document: Document, tenantId: string): (operationId: string, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'doc', ...document });
  const shapes = new Map(operationsOf(document).map((shape) => [shape.id, shape]));
  return (operationId, value) => {
    const shape = shapes.get(operationId);
    if (!shape) return 'is not in the document';
    if (shape.kind === 'bytes') return (value as { bytes?: string }).bytes ? undefined : 'no bytes came';
    if (shape.kind === 'done') return value === undefined ? undefined : 'gave something back';
    if (shape.kind === 'stream') {
      if ((value as { tenantId?: string }).tenantId !== tenantId) return 'the event is not one of this tenant';
      return ajv.validate({ $ref: 'doc#/components/schemas/Event' }, value) ? undefined : ajv.errorsText();
    }
    const pointer = `doc#/paths/${shape.path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${shape.method.toLowerCase()}`;
    const responses = document.paths[shape.path]?.[shape.method.toLowerCase()]?.responses ?? {};
    const status = Object.keys(responses).find((status) => status.startsWith('2'));
    const envelope = { success: true, ...(shape.kind === 'page' ? (value as object) : { data: value }) };
    const schema = { $ref: `${pointer}/responses/${status}/content/application~1json/schema` };
    return ajv.validate(schema, envelope) ? undefined : ajv.errorsText();
  };
}
