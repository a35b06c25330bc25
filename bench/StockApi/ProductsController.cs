using Microsoft.AspNetCore.Mvc;

namespace StockApi;

[ApiController]
[Route("products")]
public sealed class ProductsController(Products products) : ControllerBase
{
    [HttpGet("{id}")]
    public async Task<ActionResult<Product>> One(int id) => await products.Find(id) is { } product ? product : NotFound();

    [HttpGet]
    public async Task<ActionResult<IReadOnlyList<Product>>> OfCategory(string category) => Ok(await products.OfCategory(category));
}
