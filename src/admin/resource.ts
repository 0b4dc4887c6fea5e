import type { ComponentType, ReactNode } from 'react';
import type { Feature } from '../../contract/calls/extras';
import type { StaffTextKey } from '../i18n/textKeys';

/** The `options` of a resource: how the menu shows its page. */
export interface ResourceOptions {
  readonly label: StaffTextKey;
  /** The feature of the server without which there is no page. */
  readonly feature?: Feature;
  /**
   * Shows how many records there are, or how many of another resource wait for what this page is for; 'whenAny' hides a zero. The
   * text says what the number means.
   */
  readonly count?: {
    readonly show: 'always' | 'whenAny';
    readonly text: StaffTextKey;
    readonly resource?: string;
    /** The feature of the server without which they are not counted. */
    readonly feature?: Feature;
  };
}

/** The props of a react-admin `<Resource>`, as `resources/<name>/index.ts` exports them. */
export interface ResourceDefinition<R = never> {
  readonly name: string;
  readonly list?: ComponentType;
  readonly icon: ComponentType<{ fontSize?: 'small' }>;
  readonly recordRepresentation?: (record: R) => ReactNode;
  readonly options: ResourceOptions;
}
