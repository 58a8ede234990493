/** One instruction of a Dockerfile, its lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** A build stage: from `FROM` to the next one. */
export interface Stage {
  readonly base: string;
  readonly alias: string | null;
  readonly instructions: readonly Instruction[];
}

/** Reads the part of the format that `deploy/Dockerfile` is written in. */
export function readStages(dockerfile: string): readonly Stage[] {
  const lines = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll('\\\n', ' ');
  const stages: { base: string; alias: string | null; instructions: Instruction[] }[] = [];
  for (const [, name = '', text = ''] of lines.matchAll(/^([A-Z]+) +(.+)$/gm)) {
    if (name === 'FROM') {
      const [base = '', , alias = null] = text.split(/ +/);
      stages.push({ base, alias, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text: text.trim() });
  }
  return stages;
}
