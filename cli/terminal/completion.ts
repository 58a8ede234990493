/** Shells with completion for the command. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Flag {
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** Allowed values; empty if any value is allowed. */
  readonly choices: readonly string[];
}

/** A command's completions. */
export interface Completed {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Flag[];
  /** Allowed values for each argument; empty if any value is allowed. */
  readonly places: readonly (readonly string[])[];
}

/** The whole program's completions. */
export interface CompletedProgram {
  readonly commands: readonly Completed[];
  /** Options common to all commands. */
  readonly options: readonly Flag[];
}

/** Returns a completion script for the shell. It's self-contained: completing doesn't start a process. */
export const scriptFor = (shell: Shell, program: CompletedProgram): string => SCRIPTS[shell](program);

const SCRIPTS: Readonly<Record<Shell, (program: CompletedProgram) => string>> = { bash, zsh, fish };

const namesOf = ({ commands }: CompletedProgram) =>
  commands.map(({ name }) => name).filter((name) => name !== 'app');

function bash({ commands, options }: CompletedProgram): string {
  const flags = (own: readonly Flag[]) => [...own, ...options].map(({ flag }) => flag).join(' ');
  const values = [{ name: '*', options }, ...commands].flatMap(({ name, options: own }) =>
    own
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ flag, choices }) =>
          `    ${name === '*' ? '*' : `'${name}'`}:${flag}) words='${choices.join(' ')}' free=1 ;;`,
      ),
  );
  return `_platform() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' free='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${namesOf({ commands, options }).join(' ')} " in *" $word "*) command="$word"; break ;; esac
  done
  case "$command:$prev" in
${values.join('\n')}
  esac
  if [ -z "$free" ]; then
    case "$command:$cur" in
      :-*) words='${flags([])}' ;;
      :*) words='${namesOf({ commands, options }).join(' ')}' ;;
${commands
  .map(
    ({ name, options: own, places }) =>
      `      ${name}:-*) words='${flags(own)} --help' ;;\n      ${name}:*) words='${places.flat().join(' ')}' ;;`,
  )
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _platform platform`;
}

function zsh({ commands, options }: CompletedProgram): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, '\\$&');
  const spec = ({ flag, description, takesValue, choices }: Flag) => {
    const value = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : '';
    return `'${flag}[${quoted(description)}]${value}'`;
  };
  const shared = options.map(spec).join(' ');
  const listed = commands
    .filter(({ name }) => name !== 'app')
    .map(({ name, description }) => `    '${name}:${quoted(description)}'`);
  const cases = commands.map(({ name, options: own, places }) => {
    const values = places.map((place) => `':value:${place.length > 0 ? `(${place.join(' ')})` : '_files'}'`);
    return `        ${name}) _arguments $shared ${[...own.map(spec), ...values].join(' ')} ;;`;
  });
  return `#compdef platform
_platform() {
  local -a commands shared line
  local context state state_descr
  typeset -A opt_args
  commands=(
${listed.join('\n')}
  )
  shared=(${shared} '--help[show the help]')
  _arguments -C $shared '1: :->command' '*:: :->rest'
  case $state in
    command) _describe 'command' commands ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac ;;
  esac
}
compdef _platform platform`;
}

function fish({ commands, options }: CompletedProgram): string {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const line = (when: string, { flag, description, takesValue, choices }: Flag) =>
    [
      'complete -c platform',
      when,
      `-l ${flag.replace(/^--/, '')}`,
      takesValue ? '-r' : '',
      choices.length > 0 ? `-f -a ${quoted(choices.join(' '))}` : '',
      `-d ${quoted(description)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  const own = commands.flatMap(({ name, options: flags, places }) => [
    ...flags.map((flag) => line(`-n '__fish_seen_subcommand_from ${name}'`, flag)),
    ...(places.flat().length > 0
      ? [
          `complete -c platform -n '__fish_seen_subcommand_from ${name}' -f -a ${quoted(places.flat().join(' '))}`,
        ]
      : []),
  ]);
  return [
    ...commands
      .filter(({ name }) => name !== 'app')
      .map(
        ({ name, description }) =>
          `complete -c platform -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      ),
    ...options.map((flag) => line('', flag)),
    ...own,
  ].join('\n');
}
