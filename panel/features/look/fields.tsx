import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  ActionIcon,
  Button,
  Checkbox,
  ColorInput,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { MAX_LOOK_ABOUT, MAX_LOOK_TAGLINE, MAX_PHONE } from '../../../schema/limits.ts';
import { Panel } from '../../components/panel.tsx';
import type { LookCorners, LookDensity, LookFontPair, LookSection, LookSocialKind } from './generated.ts';
import classes from './look.module.css';
import { CORNERS, DENSITIES, FONT_PAIRS, SECTION_NAMES, SITES } from './look-words.ts';
import { PhotoField } from './photo-field.tsx';
import type { Draft } from './use-saved-draft.ts';

interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** Reasons why fields were rejected. */
  readonly refusals: Readonly<Record<string, string>>;
}

/** Tagline and about text. */
export function Words({ draft, change, refusals }: FieldsProps) {
  return (
    <Panel title={t`Words`}>
      <Stack gap="md">
        <TextInput
          label={t`Tagline`}
          description={t`One line under your name.`}
          maxLength={MAX_LOOK_TAGLINE}
          value={draft.tagline ?? ''}
          error={refusals.tagline}
          onChange={({ currentTarget: { value } }) => change({ tagline: value })}
        />
        <Textarea
          label={t`About the place`}
          description={t`Separate paragraphs with an empty line.`}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MAX_LOOK_ABOUT}
          value={draft.about ?? ''}
          error={refusals.about}
          onChange={({ currentTarget: { value } }) => change({ about: value })}
        />
      </Stack>
    </Panel>
  );
}

/** Hero photo, logo and icon. */
export function Pictures({
  draft,
  change,
  refusals,
  onReady,
}: FieldsProps & { readonly onReady: () => void }) {
  const { heroFocus } = draft;
  const percent = (label: string, axis: 'x' | 'y') => (
    <NumberInput
      label={label}
      min={0}
      max={100}
      allowDecimal={false}
      value={Math.round(heroFocus[axis] * 100)}
      onChange={(value) =>
        typeof value === 'number' && change({ heroFocus: { ...heroFocus, [axis]: value / 100 } })
      }
    />
  );
  return (
    <Panel title={t`Pictures`}>
      <Stack gap="lg">
        <div>
          <PhotoField
            label={t`Hero photo`}
            description={t`Wide, at least 1,600 pixels. At the top of your home page.`}
            id={draft.heroId}
            error={refusals.heroId}
            onChange={(heroId) => change({ heroId })}
            onReady={onReady}
            focus={heroFocus}
            onFocus={(focus) => change({ heroFocus: focus })}
          />
          {draft.heroId !== null && (
            <SimpleGrid cols={2} mt="xs">
              {percent(t`Focus from the left (%)`, 'x')}
              {percent(t`Focus from the top (%)`, 'y')}
            </SimpleGrid>
          )}
        </div>
        <PhotoField
          label={t`Logo`}
          description={t`Replaces your name in the header and appears in emails. PNG with a transparent background works best.`}
          id={draft.logoId}
          error={refusals.logoId}
          onChange={(logoId) => change({ logoId })}
          onReady={onReady}
        />
        <PhotoField
          label={t`Icon`}
          description={t`Square. For browser tabs and home screens.`}
          id={draft.faviconId}
          error={refusals.faviconId}
          onChange={(faviconId) => change({ faviconId })}
          onReady={onReady}
        />
      </Stack>
    </Panel>
  );
}

const OWN_ACCENT = { light: '#0b6158', dark: '#6fd3c4' } as const;
const OWN_BACKGROUND = '#f7f6f2';
const HEX = /^#[0-9a-f]{6}$/i;

/** Accent and background; a rejected color comes with the nearest color that passes. */
export function Colors({ draft, change, refusals }: FieldsProps) {
  const { accent, background } = draft;
  const own = accent ?? OWN_ACCENT;
  const suggested = (sentences: string | undefined, mode: string) =>
    new RegExp(`The ${mode} accent[^#]*(#[0-9a-f]{6})`).exec(sentences ?? '')?.[1];
  const field = (mode: 'light' | 'dark', label: string) => (
    <ColorInput
      label={label}
      format="hex"
      eyeDropperButtonProps={{ 'aria-label': t`Pick a color from the screen` }}
      value={own[mode]}
      onChange={(value) =>
        HEX.test(value) && value !== own[mode] && change({ accent: { ...own, [mode]: value } })
      }
    />
  );
  const suggestions = (['light', 'dark'] as const).flatMap((mode) => {
    const color = suggested(refusals.accent, mode);
    return color ? [{ mode, color }] : [];
  });
  const lighter = /#[0-9a-f]{6}/.exec(refusals.background ?? '')?.[0];
  return (
    <Panel title={t`Colors`}>
      <Stack gap="md">
        <Switch
          label={t`My own accent`}
          description={t`The color of links and buttons.`}
          checked={accent !== null}
          onChange={({ currentTarget: { checked } }) => change({ accent: checked ? OWN_ACCENT : null })}
        />
        {accent !== null && (
          <SimpleGrid cols={2}>
            {field('light', t`In light mode`)}
            {field('dark', t`In dark mode`)}
          </SimpleGrid>
        )}
        <Refused text={refusals.accent}>
          {suggestions.map(({ mode, color }) => (
            <Button
              key={mode}
              size="xs"
              variant="default"
              onClick={() => change({ accent: { ...own, [mode]: color } })}
            >
              <Trans>
                Use {color} in {mode} mode
              </Trans>
            </Button>
          ))}
        </Refused>
        <Switch
          label={t`My own background`}
          description={t`The color of pages in light mode. Dark mode gets a dark color of the same hue.`}
          checked={background !== null}
          onChange={({ currentTarget: { checked } }) =>
            change({ background: checked ? OWN_BACKGROUND : null })
          }
        />
        {background !== null && (
          <ColorInput
            aria-label={t`Background`}
            format="hex"
            eyeDropperButtonProps={{ 'aria-label': t`Pick a color from the screen` }}
            value={background}
            onChange={(value) => HEX.test(value) && value !== background && change({ background: value })}
          />
        )}
        <Refused text={refusals.background}>
          {lighter && (
            <Button size="xs" variant="default" onClick={() => change({ background: lighter })}>
              <Trans>Use {lighter}</Trans>
            </Button>
          )}
        </Refused>
      </Stack>
    </Panel>
  );
}

function Refused({
  text,
  children,
}: {
  readonly text: string | undefined;
  readonly children: React.ReactNode;
}) {
  if (!text) return null;
  return (
    <div role="alert">
      <Text size="sm" c="var(--mantine-color-error)" mb={6}>
        {text}
      </Text>
      <Group gap="xs">{children}</Group>
    </div>
  );
}

/** Fonts, corners and space. */
export function Shape({ draft, change }: Omit<FieldsProps, 'refusals'>) {
  return (
    <Panel title={t`Fonts and shape`}>
      <Stack gap="md">
        <NativeSelect
          label={t`Fonts`}
          description={t`For headings and for text. Your site serves them itself.`}
          data={FONT_PAIRS}
          value={draft.fontPair}
          onChange={({ currentTarget: { value } }) => change({ fontPair: value as LookFontPair })} // an option
        />
        <Input.Wrapper label={t`Corners`} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t`Corners`}
            data={[...CORNERS]}
            value={draft.corners}
            onChange={(value) => change({ corners: value as LookCorners })} // an option
          />
        </Input.Wrapper>
        <Input.Wrapper label={t`Space`} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t`Space`}
            data={[...DENSITIES]}
            value={draft.density}
            onChange={(value) => change({ density: value as LookDensity })} // an option
          />
        </Input.Wrapper>
      </Stack>
    </Panel>
  );
}

/** Phone, email and links to other sites. */
export function Contact({ draft, change, refusals }: FieldsProps) {
  const { contact, social } = draft;
  const unused = SITES.filter(({ value }) => !social.some(({ kind }) => kind === value));
  const replace = (place: number, part: Partial<(typeof social)[number]>) =>
    change({ social: social.map((link, at) => (at === place ? { ...link, ...part } : link)) });
  return (
    <Panel title={t`Contact and links`}>
      <Stack gap="md">
        <TextInput
          label={t`Phone`}
          type="tel"
          maxLength={MAX_PHONE}
          value={contact.phone ?? ''}
          onChange={({ currentTarget: { value } }) => change({ contact: { ...contact, phone: value } })}
        />
        <TextInput
          label={t`Email`}
          type="email"
          value={contact.email ?? ''}
          onChange={({ currentTarget: { value } }) => change({ contact: { ...contact, email: value } })}
        />
        <Refused text={refusals.contact}>{null}</Refused>
        {social.map(({ kind, url }, place) => (
          <Group key={kind} gap="xs" wrap="nowrap" align="flex-end">
            <NativeSelect
              aria-label={t`Site ${place + 1}`}
              data={SITES.filter(({ value }) => value === kind || unused.some((one) => one.value === value))}
              value={kind}
              onChange={({ currentTarget: { value } }) => replace(place, { kind: value as LookSocialKind })} // an option
            />
            <TextInput
              aria-label={t`Address ${place + 1}`}
              type="url"
              flex={1}
              value={url}
              onChange={({ currentTarget: { value } }) => replace(place, { url: value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t`Remove link ${place + 1}`}
              onClick={() => change({ social: social.filter((_, at) => at !== place) })}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        ))}
        <Refused text={refusals.social}>{null}</Refused>
        {unused[0] && (
          <Group>
            <Button
              variant="default"
              size="sm"
              onClick={() =>
                change({ social: [...social, { kind: unused[0]?.value ?? 'website', url: 'https://' }] })
              }
            >
              <Trans>Add a link</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

const ALL_SECTIONS = Object.keys(SECTION_NAMES) as LookSection[]; // its keys are exactly the sections
const REQUIRED: readonly LookSection[] = ['search', 'stays'];

/** The home page's sections: shown ones in order, then hidden ones. */
export function Sections({ draft: { sections }, change }: Omit<FieldsProps, 'refusals'>) {
  const move = (from: number, to: number) => {
    const moved = sections.filter((_, at) => at !== from);
    const section = sections[from];
    if (section) change({ sections: moved.toSpliced(to, 0, section) });
  };
  const hidden = ALL_SECTIONS.filter((section) => !sections.includes(section));
  return (
    <Panel title={t`Home page order`}>
      {[...sections, ...hidden].map((section, place) => {
        const name = SECTION_NAMES[section];
        const isShown = sections.includes(section);
        return (
          <div key={section} className={classes.row}>
            <Checkbox
              label={name}
              checked={isShown}
              disabled={REQUIRED.includes(section)}
              onChange={() =>
                change({
                  sections: isShown ? sections.filter((one) => one !== section) : [...sections, section],
                })
              }
            />
            {isShown && (
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  aria-label={t`Move ${name} up`}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <IconArrowUp size={18} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={t`Move ${name} down`}
                  disabled={place === sections.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <IconArrowDown size={18} />
                </ActionIcon>
              </Group>
            )}
          </div>
        );
      })}
    </Panel>
  );
}
