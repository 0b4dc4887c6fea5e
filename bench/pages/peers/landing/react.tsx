import { PlainPage } from './PlainPage';
import './plain.css';
import { start } from './start';

start(<PlainPage />);
