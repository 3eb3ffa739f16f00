/** `red` is the complaint that must come, so that nothing is caught by accident. */
type Mutant = { name: string; scene: string; red: RegExp; replacements: [RegExp, string][] };

/** Bugs that a command line could have, each put alone into a copy of it. */
export const mutants: Mutant[] = [
  {
    name: 'the token is echoed',
    red: /the token is on the screen/,
    scene: 'login: typed unseen',
    replacements: [[/stdin\.setRawMode\?\.\(true\);/, '']],
  },
  {
    name: 'everybody may read the tokens',
    red: /the file’s mode is/,
    scene: 'login: typed unseen',
    replacements: [[/OWNER_ONLY = 0o600/, 'OWNER_ONLY = 0o644']],
  },
  {
    name: 'a token is kept without asking the server',
    red: /a wrong token:/,
    scene: 'login: a wrong token',
    replacements: [[/await planOf\(io, url, token\)/, 'null']],
  },
  {
    name: 'the environment does not override',
    red: /PATCHBAY_URL overrides/,
    scene: 'profiles:',
    replacements: [[/env\.PATCHBAY_URL \|\| undefined\) \?\? profile/, 'undefined) ?? profile']],
  },
  {
    name: 'logout keeps the token',
    red: /logout forgets one/,
    scene: 'profiles:',
    replacements: [[/store\.write\(\{ current, profiles \}\)/, 'store.write({ current, profiles: settings.profiles })']],
  },
  {
    name: 'the bar is drawn below itself',
    red: /one bar is left/,
    scene: 'contacts import: a bar',
    replacements: [[/'\\r\\x1b\[K'/, "'\\n'"]],
  },
  {
    name: 'a bar in a pipe',
    red: /plain lines:|no bar and no escapes/,
    scene: 'contacts import: plain',
    replacements: [[/io\.stderr\.isTTY \? liveBar/, 'io ? liveBar']],
  },
  {
    name: '--strict is ignored',
    red: /--strict --json:/,
    scene: 'contacts import: plain',
    replacements: [[/isStrict && refused > 0/, 'false']],
  },
  {
    name: 'the signature is over the body alone',
    red: /signature/,
    scene: 'listen: events arrive',
    replacements: [[/\$\{id\}\.\$\{timestamp\}\.\$\{body\}/, '\x24{body}']],
  },
  {
    name: 'Ctrl-C fails a listener',
    red: /Ctrl-C ends with 0/,
    scene: 'listen: events arrive',
    replacements: [[/if \(!io\.signal\.aborted\) throw error;/, 'throw error;']],
  },
  {
    name: 'what was passed on is forgotten',
    red: /once each:/,
    scene: 'listen: events that happen',
    replacements: [[/recent: \[\.\.\.recent, id\]\.slice\(-REMEMBERED\)/, 'recent: []']],
  },
  {
    name: 'the position is not kept',
    red: /waits in vain/,
    scene: 'listen: events that happen',
    replacements: [
      [
        /position = advance\(position, event\.id\);\s+await keeper\.save\(position\);/,
        'position = advance(position, event.id); await keeper.forget();',
      ],
    ],
  },
  {
    name: 'the position moves before the event is taken',
    red: /waits in vain/,
    scene: 'listen: a local server',
    replacements: [
      [
        /const forwarded = target && secret/,
        'await keeper.save(advance(position, event.id)); const forwarded = target && secret',
      ],
    ],
  },
  {
    name: 'an absent server is given up on',
    red: /waits in vain|many tries did not come/,
    scene: 'listen: a local server',
    replacements: [[/outcome\.isUnreachable \|\| tries/, 'tries']],
  },
  {
    name: 'a lost line ends the listener',
    red: /never showed (Connection lost|Reconnected)/,
    scene: 'listen: a line that is cut',
    replacements: [[/NEVER_GIVES_UP = Number\.MAX_SAFE_INTEGER/, 'NEVER_GIVES_UP = 0']],
  },
  {
    name: 'control characters are printed',
    red: /control characters are gone/,
    scene: 'chats: what strangers write',
    replacements: [[/text\.replace\(\/\[\\p\{Cc\}[^;]*;/, 'text;']],
  },
  {
    name: 'files are written as they came',
    red: /the order of keys/,
    scene: 'automations pull',
    replacements: [[/trigger: canonical\(trigger\), steps: canonical\(steps\)/, 'trigger, steps']],
  },
  {
    name: 'a push needs no confirmation',
    red: /no terminal:/,
    scene: 'automations push: shows',
    replacements: [[/if \(!options\.yes && /, 'if (false && ']],
  },
  {
    name: 'a newer version is overwritten',
    red: /refused:/,
    scene: 'automations push: refuses',
    replacements: [[/if \(isForced \|\| conflicts\.length === 0\) return;/, 'return;']],
  },
  {
    name: 'pull overwrites what was not pushed',
    red: /pull keeps/,
    scene: 'automations push: refuses',
    replacements: [[/const isKept = !options\.force &&/, 'const isKept = false &&']],
  },
  {
    name: 'the watching ends too early',
    red: /never showed .*Spring|the sum/,
    scene: 'campaigns watch: waits',
    replacements: [[/status === 'completed' \|\| status === 'cancelled'/, "status === 'running' || status === 'cancelled'"]],
  },
  {
    name: 'not found is a common failure',
    red: /chats show/,
    scene: 'exit codes',
    replacements: [[/404: 'notFound'/, "404: 'failed'"]],
  },
  {
    name: 'errors hide the request id',
    red: /the request in the log did not come/,
    scene: 'errors:',
    replacements: [[/requestId \? `request \$\{requestId\}` : ''/, "''"]],
  },
  {
    name: 'completion forgets the words of groups',
    red: /^automations/,
    scene: 'completion bash',
    replacements: [[/const depth = path === '' \? 0 : [^;]*;/, 'const depth = 0;']],
  },
  {
    name: 'NO_COLOR is ignored',
    red: /NO_COLOR means no colours/,
    scene: 'colours',
    replacements: [[/ \|\| \(env\.NO_COLOR \?\? ''\) !== ''/, '']],
  },
  {
    name: 'an error says with which token',
    red: /a token was printed/,
    scene: 'no token was printed',
    replacements: [
      [
        /cannot be reached: \$\{bare\(error\)\}/,
        'cannot be reached: \x24{bare(error)} \x24{JSON.parse(process.getBuiltinModule("fs").readFileSync(process.env.HOME + "/.config/patchbay/config.json", "utf8")).profiles.default.token}',
      ],
    ],
  },
  {
    name: 'a broken service is not noticed',
    red: /services is missing/,
    scene: 'conformance: each thing',
    replacements: [[/isThere \? \[\] : \[name\]/, '[]']],
  },
];
