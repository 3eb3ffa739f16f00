import { times, uuid } from '../bench/seed-inbox-statements.ts';

export const CAMPAIGN_ID = '019a0000-0000-700a-8000-000000000001';
const campaign = `'${CAMPAIGN_ID}'::uuid`;
const channel = uuid('00e', '1');
const [key, code] = ['provider_error', '131026'];
const error = `'${JSON.stringify({ key, code, message: 'Message undeliverable' })}'::jsonb`;
/** One of so many recipients has an error. */
const ERROR_EVERY = 100;

/** A campaign of each tenant of `seeding` that was sent to all its contacts. Triggers are off, so what they keep is inserted here. */
export const CAMPAIGN = [
  `insert into campaigns (tenant_id, id, channel_id, name, status, content, audience, current_run_id, created_at, updated_at)
     select $1, ${campaign}, ${channel}, 'Growth', 'completed', '{"type": "text", "text": "Hello"}'::jsonb, '{"all": true}'::jsonb, ${campaign}, ${times}`,
  `insert into campaign_runs (tenant_id, id, campaign_id, instant, status, planned_at, started_at, completed_at)
     select $1, ${campaign}, ${campaign}, now(), 'completed', now(), now(), now()`,
  `insert into campaign_counts (tenant_id, run_id, campaign_id, sent, failed, delivered)
     select $1, ${campaign}, ${campaign}, $2 - $2 / ${ERROR_EVERY}, $2 / ${ERROR_EVERY}, $2 - $2 / ${ERROR_EVERY}`,
  `insert into campaign_error_counts (tenant_id, campaign_id, key, code, amount)
     select $1, ${campaign}, '${key}', '${code}', $2 / ${ERROR_EVERY} where $2 >= ${ERROR_EVERY}`,
  `insert into campaign_recipients (tenant_id, id, campaign_id, run_id, contact_id, channel_id, handle_id, state, receipt, error, error_key, error_code,
       created_at, updated_at)
     select $1, ${uuid('00b', 'n')}, ${campaign}, ${campaign}, ${uuid('00c', 'n')}, ${channel}, ${uuid('00c', 'n')},
       case when n % ${ERROR_EVERY} = 0 then 'failed' else 'sent' end, case when n % ${ERROR_EVERY} > 0 then 'delivered' end,
       case when n % ${ERROR_EVERY} = 0 then ${error} end, case when n % ${ERROR_EVERY} = 0 then '${key}' end,
       case when n % ${ERROR_EVERY} = 0 then '${code}' end, ${times} from generate_series(1, $2) n`,
];
