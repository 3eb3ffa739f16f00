import sql from 'sql-template-tag';
import { type Ctx, rows } from '../storage/context.ts';
import type { Job } from './job.ts';

/** Returns jobs of a tenant that are due by then, running ones too, a page in the order of their ids. */
export const selectDue = <Input>(
  ctx: Ctx,
  { name }: Pick<Job<Input>, 'name' | 'input'>,
  until: Date,
  page: { afterId: string; most: number },
): Promise<{ id: string; input: Input }[]> =>
  rows<{ id: string; input: Input }>(
    ctx,
    sql`select id, input from jobs where tenant_id = ${ctx.tenantId} and name = ${name} and due_at <= ${until}
        and id > ${page.afterId} order by id limit ${page.most}`,
  );
