import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Completed, SHELLS, scriptFor } from '../terminal/completion.ts';
import { print } from '../terminal/output.ts';
import { command } from './command.ts';

export const completion = () =>
  command('completion')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(SHELLS))
    .description('print a shell script that completes commands and flags')
    .addHelpText(
      'after',
      [
        '\nTo use it, once:',
        '  bash  echo \'eval "$(platform completion bash)"\' >> ~/.bashrc',
        '  zsh   echo \'eval "$(platform completion zsh)"\' >> ~/.zshrc   (after compinit)',
        '  fish  platform completion fish > ~/.config/fish/completions/platform.fish',
      ].join('\n'),
    )
    .action((shell, _options, command) => {
      const root = command.parent?.parent ?? command.parent;
      if (!root) throw new Error('The command belongs to platform.');
      print(scriptFor(shell, { commands: root.commands.map(completed), options: optionsOf(root) }));
    });

const completed = (command: CommandUnknownOpts): Completed => ({
  name: command.name(),
  description: command.description(),
  options: optionsOf(command),
  places: command.registeredArguments.map(({ argChoices }) => argChoices ?? []),
});

const optionsOf = (command: CommandUnknownOpts) =>
  command.options.flatMap(({ long, description, required, argChoices }) =>
    long ? [{ flag: long, description, takesValue: required, choices: argChoices ?? [] }] : [],
  );
