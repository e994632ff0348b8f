export { openMysql } from './mysql-datasource.ts';
