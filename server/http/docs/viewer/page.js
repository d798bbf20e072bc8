// https://github.com/swagger-api/swagger-ui/blob/master/docs/usage/configuration.md
SwaggerUIBundle({
  url: '/api/docs/json',
  dom_id: '#calls',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  // It shows and never calls: a validator, a server or a form would be another origin's or a visitor's business.
  validatorUrl: null,
  supportedSubmitMethods: [],
});
