import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTeamQuery } from '../../api/hooks.ts';
import { termsInWordsDocument } from './generated.ts';
import { type TypedTerms, termsInput } from './terms-form.ts';

interface TermsInWordsProps {
  readonly typed: TypedTerms;
  readonly currency: string;
}

/** Wait for a pause in typing before asking. */
const PAUSE_MS = 250;

/** What guests will read, made by the platform from the terms as they are typed, or what is wrong with them. */
export function TermsInWords({ typed, currency }: TermsInWordsProps) {
  const [terms] = useDebouncedValue(termsInput(typed, currency), PAUSE_MS);
  const { data } = useTeamQuery(
    termsInWordsDocument,
    { terms: terms ?? { tiers: [], afterLast: {} }, currency },
    { enabled: terms !== null },
  );
  const preview = terms && data?.cancellationPreview;
  return (
    <div role="status" aria-label="What guests read">
      {!preview && <Text size="sm">Fill in every number to see what guests read.</Text>}
      {preview?.text && (
        <Alert title="What guests read" color="gray">
          <Text size="sm">{preview.text}</Text>
          <Text size="sm" mt="xs" lang="de">
            {preview.german}
          </Text>
        </Alert>
      )}
      {preview && preview.userErrors.length > 0 && (
        <Alert title="These terms cannot be saved" color="red">
          {[...new Set(preview.userErrors.map(({ message }) => message))].map((message) => (
            <Text key={message} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  );
}
