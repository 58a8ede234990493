import { z } from 'zod';
import { answers, requests } from './schemas.ts';

const DISTRIBUTIONS = ['private', 'public'] as const;
const STATUSES = ['draft', 'in_review', 'approved', 'rejected', 'withdrawn'] as const;

const list = <T extends z.ZodType>(id: string, entry: T) =>
  z.object({ data: z.array(entry) }).register(answers, { id });

const summary = {
  slug: z.string(),
  name: z.string(),
  distribution: z.enum(DISTRIBUTIONS),
  status: z.enum(STATUSES).describe('Status of the live version, or of the newest version if none is live.'),
  live_version: z.int().nullable().describe('Number of the live version.'),
};
export const ThemeSummary = z.object(summary).register(answers, { id: 'ThemeSummary' });
export const ThemeList = list('ThemeList', ThemeSummary);

const label = z.string().describe('The `version` in theme.toml.');

export const PushedTheme = z
  .object({
    ...summary,
    version: z.int().describe('Number of the version that this push created: 1, 2, 3 within the theme.'),
    label,
    unchanged: z
      .literal(true)
      .optional()
      .describe('`version` has this package already, and no version was created.'),
  })
  .register(answers, { id: 'PushedTheme' });

export const ThemeValidation = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.string()).describe('One sentence per problem, after its file and line.'),
    issues: z.array(
      z.object({
        file: z.string().describe('Path in the package; empty for the package as a whole.'),
        line: z.int().nullable().describe('From 1; null for the file as a whole.'),
        code: z.string(),
        message: z.string(),
      }),
    ),
  })
  .register(answers, { id: 'ThemeValidation' });

const ThemeVersion = z
  .object({
    id: z.int(),
    label,
    status: z.enum(STATUSES),
    live: z.boolean(),
    created_at: z.iso.datetime(),
    rejection_reason: z.string().nullable().describe('Why an operator rejected it.'),
  })
  .register(answers, { id: 'ThemeVersion' });
export const ThemeVersionList = list('ThemeVersionList', ThemeVersion);

/** A zip in the body, which handlers get in Base64. */
export const ThemeZip = z
  .string()
  .meta({ format: 'binary' })
  .register(requests, { id: 'ThemeZip', description: 'The theme’s folder as a zip of at most 5 MB.' });

export const PushThemeQuery = z.object({
  release: z
    .enum(['true', 'false'])
    .default('false')
    .transform((given) => given === 'true')
    .describe('True to also release the version.'),
});

export const PullThemeQuery = z.object({
  version: z.coerce.number().int().positive().optional().describe('Number of the version.'),
});

export const PulledTheme = z
  .object({
    version: z.int().describe('Number of the version.'),
    label,
    files: z.array(
      z.object({
        path: z.string().describe('Path in the package.'),
        content: z.string().describe('The file in Base64.'),
      }),
    ),
  })
  .register(answers, { id: 'PulledTheme' });

const storefront = z.string().min(1).max(253).describe('The storefront’s slug or domain.');

export const CopyQuery = z.object({ storefront });

export const CopyChangesQuery = z.object({
  storefront,
  after: z.coerce.number().int().min(0).default(0).describe('The version that you know.'),
  wait: z.coerce.number().int().min(0).max(25).default(0).describe('Seconds to wait for a change.'),
});

const copyVersion = z.int().describe('Increases with every change.');

export const ThemeCopy = z
  .object({
    preview_url: z.string().describe('Secret address that shows the storefront with the copy.'),
    expires_at: z.iso.datetime(),
    version: copyVersion,
  })
  .register(answers, { id: 'ThemeCopy' });

export const ThemeCopyVersion = z
  .object({ version: copyVersion, changed: z.boolean().describe('True if `version` is above `after`.') })
  .register(answers, { id: 'ThemeCopyVersion' });
