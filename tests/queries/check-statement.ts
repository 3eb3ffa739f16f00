import type { GrownDatabase } from './database.ts';
import { type Exception, exceptionFor } from './exceptions.ts';
import { explain } from './explain.ts';
import { type Fault, planFaults } from './plan-faults.ts';
import { type Shape, shapeOf } from './shapes.ts';
import type { Sent } from './statements.ts';

/** A statement that was explained. Faults for which there is an exception are not in `faults`. */
export type CheckedStatement = { sent: Sent; source: string; shape: Shape; faults: Fault[]; excepted: Exception[] };

/** More values of one statement have the same plans, nearly always. */
const SAMPLES = 3;

export async function checkStatement({ client, grown }: GrownDatabase, sent: Sent, source: string): Promise<CheckedStatement> {
  const plans = [];
  for (const recorded of sent.samples.slice(0, SAMPLES)) plans.push(...(await explain(client, recorded)));
  const all = distinct(plans.flatMap((plan) => planFaults(plan, grown)));
  const faults = all.filter((fault) => !exceptionFor(sent.text, fault));
  const excepted = all.map((fault) => exceptionFor(sent.text, fault)).filter((exception) => exception !== undefined);
  return { sent, source, shape: shapeOf(source, sent.text, plans, grown), faults, excepted };
}

/** Partitions of one table have one fault. */
function distinct(faults: Fault[]): Fault[] {
  const byName = new Map<string, Fault>();
  for (const fault of faults) {
    const name = `${fault.kind} ${fault.node} ${fault.table}`;
    if ((byName.get(name)?.rows ?? -1) < fault.rows) byName.set(name, fault);
  }
  return [...byName.values()];
}
