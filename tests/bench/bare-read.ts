import Fastify from 'fastify';
import { Pool } from 'pg';
import sql from 'sql-template-tag';
import { chatColumns, chatSource } from '../../server/src/domain/chats/chats.store.ts';
import { prepared } from '../../server/src/storage/context.ts';

/** One request, one statement: the columns of the server, no token, rate limit, row-level security or response mapping. */
const chatById = prepared('chat', sql`select ${chatColumns} from ${chatSource} where c.tenant_id = $1 and c.id = $2`);
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
app.get('/v3/chats/:id', async (request) => {
  const { rows } = await pool.query(chatById(process.env.TENANT_ID, (request.params as { id: string }).id));
  return { success: true, data: rows[0] };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
