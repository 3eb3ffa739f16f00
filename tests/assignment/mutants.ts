/** Changes of the source that break one promise, and the figure that must be wrong. */
export const mutants: { name: string; red: string; replacements: [RegExp, string][] }[] = [
  {
    name: 'places are not counted',
    red: 'overCapacity',
    replacements: [[/maxOpenChats === null \|\| openChats < maxOpenChats;/, 'true;']],
  },
  {
    name: 'only chats of this decision count as open',
    red: 'overCapacity',
    replacements: [[/openChats: open\.get\(one\.userId\) \?\? 0/, 'openChats: 0']],
  },
  {
    name: 'channels are not compared',
    red: 'notAllowed',
    replacements: [[/case when u\.role <> 'admin' then u\.channel_ids end/, 'null']],
  },
  {
    name: 'the first person gets every chat',
    red: 'unfair',
    replacements: [[/firstBy\(able, policy === 'least_open' \? byOpenChats : byTurn\)/, 'able[0]']],
  },
  { name: 'away people are assigned', red: 'toAway', replacements: [[/ and u\.availability = 'available'/g, '']] },
  { name: 'turns are not taken', red: 'unfair', replacements: [[/a\.lastTurn - b\.lastTurn \|\| /, '']] },
  { name: 'turns are not saved', red: 'unfair', replacements: [[/set last_turn = l\.turn/, 'set last_turn = m.last_turn']] },
  { name: 'open chats are not compared', red: 'unfair', replacements: [[/a\.openChats - b\.openChats \|\| /, '']] },
  {
    name: 'the newest chat is first',
    red: 'outOfOrder',
    replacements: [
      [/order by coalesce\(queued_at, created_at\), id limit/, 'order by coalesce(queued_at, created_at) desc, id limit'],
    ],
  },
  {
    name: 'nobody is told that somebody is available again',
    red: 'stranded',
    replacements: [[/if \(opensPlaces\(changes\)\) await requestAssignment\(ctx\);/, '']],
  },
  {
    name: 'nobody is told that a chat was closed',
    red: 'stranded',
    replacements: [[/(const isTracked = await recordStatus\(ctx, channel, chat\);\s+)await requestAssignment\(ctx\);/, '$1']],
  },
];
