import Fastify from 'fastify';
import { Pool } from 'pg';
import { chatById } from '../../server/src/domain/chats/index.ts';

/** Database and framework only: the same SQL, no token, rate limit, row-level security or response mapping. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
app.get('/v3/chats/:id', async (request) => {
  const { rows } = await pool.query(chatById(process.env.TENANT_ID, (request.params as { id: string }).id));
  return { success: true, data: rows[0] };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
