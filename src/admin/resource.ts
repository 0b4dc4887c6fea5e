import type { ComponentType, ReactNode } from 'react';
import type { Feature } from '../../contract/calls/extras';
import type { Elements } from '../app/elements';
import type { StaffTextKey } from '../i18n/textKeys';

/** The `options` of a resource: how the menu shows its page. */
export interface ResourceOptions {
  readonly label: StaffTextKey;
  /** Renders the menu item of the page, or nothing, where that depends on more than the role. */
  readonly Gate?: ComponentType<{ children: Elements }>;
  /** The server feature that the page needs. */
  readonly feature?: Feature;
  /**
   * The number beside the menu item: the records of this resource, or of `resource`. 'whenAny' hides a zero; `text` says what
   * the number means.
   */
  readonly count?: {
    readonly show: 'always' | 'whenAny';
    readonly text: StaffTextKey;
    readonly resource?: string;
    /** The server feature that the count needs. */
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
