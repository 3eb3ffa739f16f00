import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Template, TemplateStatus, TemplateText } from './template.ts';

export const templateSource = sql`message_templates t join channels c on c.tenant_id = t.tenant_id and c.id = t.channel_id`;

export const templateColumns = sql`t.id, t.channel_id as "channelId", c.type as "channelType", t.name, t.language, t.category, t.format,
  t.status, t.reason, t.vendor_id as "vendorId", t.quality, t.content->'header' as header, t.content->'body' as body,
  t.content->>'footer' as footer, t.content->'buttons' as buttons,
  (t.content->>'codeExpirationMinutes')::int as "codeExpirationMinutes", t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const contentOf = ({ header, body, footer, buttons, codeExpirationMinutes = null }: TemplateText): string =>
  JSON.stringify({ header, body, footer, buttons, codeExpirationMinutes });

export async function insertTemplate(ctx: Ctx, id: string, channelId: string, text: TemplateText): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into message_templates (tenant_id, id, channel_id, name, language, category, format, status, content, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${channelId}, ${text.name}, ${text.language}, ${text.category}, ${text.format}, 'draft',
          ${contentOf(text)}, ${now}, ${now})`,
  );
}

export const selectTemplate = (ctx: Ctx, id: string) =>
  row<Template>(ctx, sql`select ${templateColumns} from ${templateSource} where t.tenant_id = ${ctx.tenantId} and t.id = ${id}`);

/** Locks a template until the transaction ends. */
export const lockTemplate = (ctx: Ctx, id: string) =>
  row<Template>(
    ctx,
    sql`select ${templateColumns} from ${templateSource} where t.tenant_id = ${ctx.tenantId} and t.id = ${id} for update of t`,
  );

/** Locks the template that a provider names: by the provider's id, or by name while that id is unknown. */
export const lockByVendor = (ctx: Ctx, channelId: string, about: { vendorId: string; name: string; language: string }) =>
  row<Template>(
    ctx,
    sql`select ${templateColumns} from ${templateSource} where t.tenant_id = ${ctx.tenantId} and t.channel_id = ${channelId}
          and (t.vendor_id = ${about.vendorId}
            or (t.vendor_id is null and t.name = ${about.name} and t.language = ${about.language}))
        order by t.vendor_id is null limit 1 for update of t`,
  );

export async function updateText(ctx: Ctx, id: string, text: TemplateText): Promise<void> {
  await rows(
    ctx,
    sql`update message_templates set name = ${text.name}, language = ${text.language}, category = ${text.category},
          format = ${text.format}, content = ${contentOf(text)}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
}

export type ReviewStatus = { status: TemplateStatus; reason: string | null; vendorId: string | null };

export async function updateReviewStatus(ctx: Ctx, id: string, { status, reason, vendorId }: ReviewStatus): Promise<void> {
  await rows(
    ctx,
    sql`update message_templates set status = ${status}, reason = ${reason}, vendor_id = ${vendorId}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
}

/** Updates what the provider changes by itself. */
export async function updateRating(
  ctx: Ctx,
  id: string,
  { category, quality }: Pick<Template, 'category' | 'quality'>,
): Promise<void> {
  await rows(
    ctx,
    sql`update message_templates set category = ${category}, quality = ${quality}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} and (category, quality) is distinct from (${category}, ${quality})`,
  );
}
