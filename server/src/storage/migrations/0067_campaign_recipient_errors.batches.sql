-- Counts the recipients of before: the triggers set error_key of every row that is updated, and append the counts in the same transaction.
-- A row that a server changes at the same time is locked, is counted by that change, and is left out here.
update campaign_recipients r set error_key = null
from (select tenant_id, id from campaign_recipients where error is not null and error_key is null
  order by tenant_id, id limit 2000 for update) uncounted
where r.tenant_id = uncounted.tenant_id and r.id = uncounted.id
