import { command } from '../command.ts';
import { completionFor, type Shell, shells } from '../completion/index.ts';

export const completion = command({
  name: 'completion',
  summary: 'Print a shell script that completes commands and options',
  arguments: [{ name: 'shell', summary: `one of ${shells.join(', ')}`, choices: shells }],
  options: {},
  examples: [
    "echo 'source <(patchbay completion bash)' >> ~/.bashrc",
    "echo 'source <(patchbay completion zsh)' >> ~/.zshrc",
    'patchbay completion fish > ~/.config/fish/completions/patchbay.fish',
  ],
  async run({ args, out, table }) {
    const script = completionFor[args.shell as Shell](table);
    out.result({ shell: args.shell, script }, () => out.line(script.trimEnd()));
  },
});
