/** Returns `slug@number`, a theme version's id in apps. */
export const versionIdOf = ({ slug, number }: { readonly slug: string; readonly number: number }): string =>
  `${slug}@${number}`;
