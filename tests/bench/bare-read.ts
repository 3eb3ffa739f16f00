import Fastify from 'fastify';
import { Pool } from 'pg';
import { chatById } from '../../server/src/domain/chats/index.ts';

/** What the engine and the framework can do alone: the same SQL, no token, no limit, no tenant wall, no shaping. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
app.get('/v3/chats/:id', async (request) => {
  const { rows } = await pool.query(chatById(process.env.TENANT_ID, (request.params as { id: string }).id));
  return { success: true, data: rows[0] };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
